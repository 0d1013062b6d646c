/** A text button of the panel with a touch-sized target on a phone. */
export const textButton =
  '-mx-2 inline-flex min-h-8 items-center px-2 text-13 text-muted transition-colors hover:text-cyan aria-disabled:text-muted max-md:min-h-11'
