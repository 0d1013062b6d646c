import { type ReactNode, useRef, useState } from 'react'
import { SearchBox } from '../../ui/form/search-box.tsx'
import * as texts from './texts.ts'

/** Those of many people whose name or address has what is typed. */
export default function FindPerson(props: {
  wallets: readonly string[]
  nameOf: (wallet: string) => string
  children: (found: readonly string[]) => ReactNode
}) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const found = matching(props.wallets, props.nameOf, text)
  return (
    <>
      <search className="block pt-1 pb-2">
        <SearchBox
          ref={field}
          text={text}
          problem={undefined}
          label={texts.findParticipant}
          placeholder={texts.findParticipant}
          onType={setText}
          onCommit={() => {}}
        />
      </search>
      <p role="status" className={found.length === 0 ? 'py-1 text-sm text-muted' : 'sr-only'}>
        {found.length === 0 ? texts.nobodyNamed : text && texts.countFound(found.length)}
      </p>
      {props.children(found)}
    </>
  )
}

export function matching(wallets: readonly string[], nameOf: (wallet: string) => string, text: string) {
  const typed = text.trim().toLowerCase()
  return wallets.filter((wallet) => `${nameOf(wallet)} ${wallet}`.toLowerCase().includes(typed))
}
