/** A button of an agent's row with a touch-sized target on a phone. */
export const iconButton =
  'grid size-9 flex-none place-items-center text-base text-muted transition-colors hover:text-text focus-visible:-outline-offset-3 max-md:size-11'
