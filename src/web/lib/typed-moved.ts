/**
 * Told to the window when what is typed here is another person's from now on: what has it in memory reads it anew. An event
 * of the DOM in a file of its own, so that whoever only listens loads nothing of how a tab is handed on.
 */
export const TYPED_MOVED = 'typed-moved'
