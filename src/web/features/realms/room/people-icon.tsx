/** Two who are in one place. */
export function PeopleIcon() {
  return (
    <svg
      aria-hidden="true"
      width="19"
      height="19"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="9" cy="8.5" r="3.2" />
      <path d="M3 19c.4-3.4 2.7-5.3 6-5.3s5.6 1.9 6 5.3M15.5 5.6a3.2 3.2 0 010 5.8M17.5 14.2c2 .6 3.200 2.3 3.5 4.8" />
    </svg>
  )
}
