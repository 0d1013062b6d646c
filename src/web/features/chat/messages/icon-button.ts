/** A small button that is only its icon: 32 px at a desk, 44 px under a finger. */
export const iconButton =
  'inline-grid min-h-8 min-w-8 place-items-center text-muted transition-colors hover:text-text max-md:min-h-11 max-md:min-w-11'

/**
 * Shown when its turn is pointed at or has the focus; where nothing can be pointed at, and in the newest turn, always.
 * Out of sight it still takes its room and can be reached by keyboard.
 */
export const quiet =
  'transition-opacity duration-200 group-last/turn:opacity-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 [@media(hover:hover)]:opacity-0'
