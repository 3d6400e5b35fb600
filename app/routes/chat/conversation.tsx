export default function Conversation() {
  return <main />;
}
