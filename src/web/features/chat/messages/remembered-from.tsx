/** Stands above the first message that the agent still has in mind: what was said before no longer fits its memory. */
export function RememberedFrom() {
  return (
    <p className="flex items-center gap-4 text-[13px] text-muted before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
      The agent remembers from here on
    </p>
  )
}
