export default function Start() {
  return (
    <main>
      <h1>Hello</h1>
      <p>What can I write for you?</p>
    </main>
  );
}
