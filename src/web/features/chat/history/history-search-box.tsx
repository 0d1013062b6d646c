import { SearchBox, type SearchBoxProps } from '../../../ui/search-box.tsx'

/** Conversations are searched by the words in their titles and messages. */
export function HistorySearchBox(props: SearchBoxProps & { placeholder: string }) {
  return (
    <search>
      <SearchBox {...props} label="Search your conversations" />
    </search>
  )
}
