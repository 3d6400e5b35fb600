/** Recovery codes for when the authenticator app is unavailable, shown once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="mb-4">
      <p className="text-ink-soft">
        Use one to sign in if you don’t have your authenticator app. Each works once. Print them or save them in your password
        manager: they won’t be shown again.
      </p>
      <ul aria-label="Recovery codes" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-desk p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}
