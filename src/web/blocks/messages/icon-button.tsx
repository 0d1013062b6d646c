import type { ComponentProps } from 'react'

/** A small button that is only its icon: 32 px at a desk, 44 px under a finger. */
export const iconButton =
  'inline-grid min-h-8 min-w-8 place-items-center text-muted transition-[color,opacity] duration-150 hover:text-text max-md:min-h-11 max-md:min-w-11'

/** Something that can be done with a message or a draft. @param label says it, to a screen reader and to who points at it */
export function IconButton({
  label,
  className = '',
  ...props
}: Omit<ComponentProps<'button'>, 'type'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`${iconButton} ${className}`}
      {...props}
    />
  )
}
