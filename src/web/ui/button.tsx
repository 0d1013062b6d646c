import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../lib/router/router.tsx'

type Look = {
  tone?: 'plain' | 'primary' | 'wallet' | 'identity' | 'danger' | 'quiet'
  size?: 'normal' | 'small'
  /** Give it an `aria-label`. */
  icon?: boolean
}

function classes({ tone = 'plain', size = 'normal', icon = false }: Look, more = ''): string {
  return [
    'button cut hairline',
    tone !== 'plain' && `button-${tone}`,
    size === 'small' && 'button-small',
    icon && 'button-icon',
    more,
  ]
    .filter(Boolean)
    .join(' ')
}

export function Button({ tone, size, icon, className, ...props }: Look & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={classes({ ...(tone && { tone }), ...(size && { size }), ...(icon && { icon }) }, className)}
    />
  )
}

export function ButtonLink({
  tone,
  size,
  icon,
  className,
  children,
  ...props
}: Look & Omit<ComponentProps<typeof Link>, 'className'> & { className?: string; children: ReactNode }) {
  return (
    <Link
      {...props}
      className={classes({ ...(tone && { tone }), ...(size && { size }), ...(icon && { icon }) }, className)}
    >
      {children}
    </Link>
  )
}
