import { SearchBox, type SearchBoxProps } from '../../../ui/search-box.tsx'

export function RealmSearchBox(props: SearchBoxProps) {
  return (
    <search>
      <SearchBox {...props} label="Search realms" placeholder="Search realms" />
    </search>
  )
}
