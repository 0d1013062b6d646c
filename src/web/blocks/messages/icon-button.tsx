import type { ComponentProps } from 'react'

/** 32 px, or 44 px on narrow screens, which are used by touch. */
export const iconButton =
  'inline-grid min-h-8 min-w-8 place-items-center text-muted transition-[color,opacity] duration-150 hover:text-text max-md:min-h-11 max-md:min-w-11'

/** @param label the accessible name and the tooltip */
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
