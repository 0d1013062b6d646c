import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Grant } from '../../../shared/tools/decisions.ts'
import { Fact, When } from '../../blocks/list/facts.tsx'
import { listOf } from '../../blocks/list/list-state.ts'
import { OwnList } from '../../blocks/list/own-list.tsx'
import { ConfirmDialog } from '../../blocks/undoable-delete/confirm-dialog.tsx'
import { ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { ItemButton } from '../../ui/item-button.tsx'
import { toast } from '../../ui/toast.ts'
import { grantsQuery } from './inbox-query.ts'
import * as texts from './texts.ts'

/** What a person allowed agents from now on. @param owner undefined while the viewer is not known */
export function GrantsList({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...grantsQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  return (
    <OwnList
      list={listOf(asked, asked.data ?? [])}
      words={{
        loading: texts.grantsLoading,
        count: ({ length }) => texts.grantsCount(length),
        none: texts.noGrants,
        failed: texts.grantsFailed,
      }}
      skeleton="h-24"
    >
      {(grant, toList) => <GrantItem key={grant.id} grant={grant} owner={owner ?? ''} onGone={toList} />}
    </OwnList>
  )
}

function GrantItem(props: { grant: Grant; owner: string; onGone: () => void }) {
  const { grant } = props
  const [isAsking, setAsking] = useState(false)
  const takeBack = useTakeBack(props.owner)
  return (
    <li className="panel hairline cut flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4.5">
      <div className="grid min-w-0 flex-[1_1_260px] gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{grant.title}</span>
          {grant.changed && <span className="text-13 text-warning">{texts.grantChanged}</span>}
        </p>
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-13">
          <Fact name={texts.grantAgent}>{grant.agentName ?? texts.goneAgent}</Fact>
          <Fact name={texts.grantOrigin}>{grant.origin ?? texts.ofThisPlace}</Fact>
          <Fact name={texts.grantSince}>
            <When at={grant.createdAt} />
          </Fact>
          <Fact name={texts.grantLastUse}>
            {grant.lastUsedAt === null ? texts.neverUsed : <When at={grant.lastUsedAt} />}
          </Fact>
        </dl>
      </div>
      <ItemButton of={grant.title} tone="danger" onClick={() => setAsking(true)}>
        {texts.takeBack}
      </ItemButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.takeBackTitle(grant.title)}
          description={texts.takeBackAbout(grant.agentName ?? texts.goneAgent)}
          action={{
            label: texts.takeBack,
            busyLabel: texts.takingBack,
            busy: takeBack.isPending,
            go: () => takeBack.mutate(grant, { onSuccess: props.onGone }),
          }}
          keep={texts.keepGrant}
          problem={
            takeBack.error ? { title: texts.notTakenBack, text: explainError(takeBack.error) } : undefined
          }
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}

function useTakeBack(owner: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, title }: Grant) => {
      try {
        await unwrap(api['tool-grants'][':id'].$delete({ param: { id } }))
      } catch (error) {
        // It is taken back already, which is the intended result.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      toast.success(texts.takenBack(title))
      await queryClient.invalidateQueries({ queryKey: grantsQuery(api, owner).queryKey })
    },
  })
}
