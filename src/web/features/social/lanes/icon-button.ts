/** A small button that is only its icon: 32 px at a desk, 44 px under a finger. */
export const iconButton =
  'inline-grid min-h-8 min-w-8 place-items-center text-muted transition-colors hover:text-text max-md:min-h-11 max-md:min-w-11'
