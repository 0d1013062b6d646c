import { useRef } from 'react'
import { SearchBox } from '../../ui/form/search-box.tsx'
import * as texts from './texts.ts'

/** A field that looks for one of many people, and says how many are found. */
export default function FindPerson(props: { text: string; onType: (text: string) => void; found: number }) {
  const { text, onType, found } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <search className="block pt-1 pb-2">
        <SearchBox
          ref={field}
          text={text}
          problem={undefined}
          label={texts.findParticipant}
          placeholder={texts.findParticipant}
          onType={onType}
          onCommit={() => {}}
        />
      </search>
      <p role="status" className={found === 0 ? 'py-1 text-sm text-muted' : 'sr-only'}>
        {found === 0 ? texts.nobodyNamed : text && texts.countFound(found)}
      </p>
    </>
  )
}
