/** A key to press, where there is likely a keyboard. The control says it to a screen reader by `aria-keyshortcuts`. */
export function Keycap({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`display size-5 flex-none place-items-center rounded-[3px] border border-line-strong text-[11px] leading-none text-muted ${className ?? ''}`}
    >
      {children}
    </span>
  )
}
