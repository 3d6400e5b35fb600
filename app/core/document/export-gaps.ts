/** What the page says of an export that could not hold everything. */
export function gapsSentence(files: number): string {
  const which = files === 1 ? "One file" : `${files} files`;
  return `${which} could not be read or ${files === 1 ? "is" : "are"} damaged. left-out.json in the archive names ${files === 1 ? "it" : "them"}.`;
}
