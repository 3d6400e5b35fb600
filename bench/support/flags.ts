/** `--name=5` of the command line, or the default. */
export function numberFlag(name: string, otherwise: number): number {
  const given = process.argv.find((one) => one.startsWith(`--${name}=`))?.split("=", 2)[1];
  const value = Number(given ?? otherwise);
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} is ${given}, but must be a number.`);
  return value;
}
