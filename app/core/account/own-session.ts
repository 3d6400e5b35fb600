/* A signed-in session, and how to label it. */
export type OwnSession = {
  id: string;
  userAgent: string;
  address: string;
  createdAt: string;
  seenAt: string;
  isCurrent: boolean;
};

const browsers: [sign: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [sign: RegExp, name: string][] = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Linux", as far as the user agent reveals it. */
export function deviceOf(userAgent: string): string {
  const name = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const browser = name(browsers);
  const system = name(systems);
  if (browser === undefined) return system === undefined ? "Unknown device" : `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
