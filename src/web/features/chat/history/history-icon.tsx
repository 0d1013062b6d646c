/** A clock that runs back: what was. */
export function HistoryIcon() {
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
      <path d="M4 5v4.5h4.5M4.4 9.5A8 8 0 1 1 4 13M12 8v4.5l3 2" />
    </svg>
  )
}
