import { Link } from '../../lib/router/router.tsx'

/** @param props.leadTo the address that a tag links to; without it tags are no links */
export function TagList(props: { tags: readonly string[]; label: string; leadTo?: (tag: string) => string }) {
  const { tags, label, leadTo } = props
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li
          key={tag}
          className="max-w-full rounded-[3px] bg-cyan/7 text-13 leading-normal wrap-anywhere text-[#bfe9f7]"
        >
          {leadTo ? (
            <Link
              to={leadTo(tag)}
              className="inline-flex min-h-11 items-center px-3 py-1 transition-colors hover:bg-cyan/10 hover:text-white md:min-h-8 md:px-2.5"
            >
              {tag}
            </Link>
          ) : (
            <span className="block px-2 py-1">{tag}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
