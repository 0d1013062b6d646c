/** A button that is a word in the panel: calm, but as large as a finger on a phone. */
export const textButton =
  '-mx-2 inline-flex min-h-8 items-center px-2 text-[13px] text-muted transition-colors hover:text-cyan aria-disabled:text-muted max-md:min-h-11'
