/** Capabilities or knowledge domains. */
export function TagList({ tags, label }: { tags: readonly string[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-full rounded-[3px] bg-cyan/7 px-2 py-1 text-[11.5px] leading-normal wrap-anywhere text-[#bfe9f7]"
        >
          {tag}
        </li>
      ))}
    </ul>
  )
}
