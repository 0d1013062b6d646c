/** Only on devices that are likely to have a keyboard. For screen readers the control has `aria-keyshortcuts`. */
export function Keycap({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`display size-5 flex-none place-items-center rounded-[3px] border border-line-strong text-[13px] leading-none text-muted ${className ?? ''}`}
    >
      {children}
    </span>
  )
}
