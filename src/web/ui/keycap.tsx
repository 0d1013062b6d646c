/** Only on devices that are likely to have a keyboard. For screen readers the control has `aria-keyshortcuts`. */
export function Keycap({ children, className }: { children: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`display h-5 min-w-5 flex-none place-items-center rounded-[3px] border border-line-strong px-[3px] text-13 leading-none whitespace-nowrap text-muted ${className ?? ''}`}
    >
      {children}
    </span>
  )
}
