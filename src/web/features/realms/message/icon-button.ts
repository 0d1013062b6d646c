/** 32 px at a desk, 44 px under a finger. Where one can point it is shown when its message is pointed at or has the focus. */
export const iconButton =
  'inline-grid min-h-8 min-w-8 place-items-center text-muted transition-[color,opacity] duration-150 hover:text-text max-md:min-h-11 max-md:min-w-11 group-focus-within/message:opacity-100 group-hover/message:opacity-100 data-[state=open]:text-text data-[state=open]:opacity-100 [@media(hover:hover)]:opacity-0'
