import { SearchBox, type SearchBoxProps } from '../../../ui/search-box.tsx'

/** Section 2: the matrix is searched by name and description. */
export function MatrixSearchBox(props: SearchBoxProps) {
  return (
    <SearchBox
      {...props}
      className="min-w-[min(100%,280px)] flex-1"
      label="Search agents by name or description"
      placeholder="Initialize search sequence..."
    />
  )
}
