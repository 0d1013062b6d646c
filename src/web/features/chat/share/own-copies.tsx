import { useQuery } from '@tanstack/react-query'
import { listOf } from '../../../blocks/list/list-state.ts'
import { OwnList } from '../../../blocks/list/own-list.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { ownCopiesQuery } from './copies.ts'
import { CopyItem } from './copy-item.tsx'
import * as texts from './texts.ts'

/** @param owner undefined while the viewer is not known */
export function OwnCopies({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...ownCopiesQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  return (
    <OwnList
      list={listOf(asked, asked.data ?? [])}
      words={{
        loading: texts.loadingYourCopies,
        count: ({ length }) => (length === 1 ? texts.oneCopy : `${length} copies`),
        none: texts.youNotSharingAnyConversation,
        failed: texts.yourCopiesCouldNotLoaded,
      }}
      skeleton="h-20"
      skeletons={2}
    >
      {(copy, toList) => <CopyItem key={copy.id} copy={copy} onGone={toList} />}
    </OwnList>
  )
}
