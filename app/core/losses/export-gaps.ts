/** The notice for an export that could not include everything. */
export function gapsSentence(files: number): string {
  const which = files === 1 ? "One file" : `${files} files`;
  return `${which} could not be read or ${files === 1 ? "is" : "are"} damaged. left-out.json in the archive names ${files === 1 ? "it" : "them"}.`;
}
