/** What people read of the tools of servers, wherever they meet them. */

export const saysItReads = 'says that it only reads'
export const hiddenPiece = (says: string, count: number) =>
  says.startsWith('hidden text: ') || count === 1 ? `‹${says}›` : `‹${says}, ${count} times›`
export const hiddenLetters =
  'Its text has letters that nobody sees and that a model reads. They are marked above.'
