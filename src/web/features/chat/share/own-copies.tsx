import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import { listOf } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { ownCopiesQuery } from './copies.ts'
import { CopyItem } from './copy-item.tsx'
import * as texts from './texts.ts'

/** @param owner undefined while the viewer is not known */
export function OwnCopies({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...ownCopiesQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <ListView
        list={listOf(asked, asked.data ?? [])}
        as="ul"
        className="grid gap-3"
        words={{
          loading: texts.loadingYourCopies,
          count: ({ length }) => (length === 1 ? texts.oneCopy : `${length} copies`),
        }}
        loading={
          <Skeletons of={<li aria-hidden="true" className="panel hairline cut skeleton h-20" />} count={2} />
        }
        empty={<p className="text-soft">{texts.youNotSharingAnyConversation}</p>}
        failed={(failure) => <FailedPanel title={texts.yourCopiesCouldNotLoaded} failure={failure} />}
      >
        {(copies) =>
          copies.map((copy) => (
            <CopyItem key={copy.id} copy={copy} onGone={() => list.current?.focus({ preventScroll: true })} />
          ))
        }
      </ListView>
    </div>
  )
}
