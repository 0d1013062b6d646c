/** A link of a chain. */
export function LinkIcon() {
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M10 14a4 4 0 006 .4l3-3a4 4 0 00-5.7-5.7l-1.2 1.2M14 10a4 4 0 00-6-.4l-3 3a4 4 0 005.7 5.7l1.2-1.2" />
    </svg>
  )
}
