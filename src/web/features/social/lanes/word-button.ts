/** The classes of a button that is a word in a line of text, with a touch-sized target on a phone. */
export const wordButton =
  '-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text max-md:-my-3 max-md:py-3'
