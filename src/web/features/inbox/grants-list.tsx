import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Grant } from '../../../shared/tools/decisions.ts'
import { Fact, When } from '../../blocks/list/facts.tsx'
import { FailedPanel } from '../../blocks/list/instead.tsx'
import { listOf } from '../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../blocks/list/list-view.tsx'
import { ConfirmDialog } from '../../blocks/undoable-delete/confirm-dialog.tsx'
import { ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { grantsQuery } from './inbox-query.ts'
import * as texts from './texts.ts'

/** What a person allowed agents from now on. @param owner undefined while the viewer is not known */
export function GrantsList({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...grantsQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <ListView
        list={listOf(asked, asked.data ?? [])}
        as="ul"
        className="grid gap-3"
        words={{ loading: texts.grantsLoading, count: ({ length }) => texts.grantsCount(length) }}
        loading={
          <Skeletons of={<li aria-hidden="true" className="panel hairline cut skeleton h-24" />} count={1} />
        }
        empty={<p className="max-w-[64ch] text-soft">{texts.noGrants}</p>}
        failed={(failure) => <FailedPanel title={texts.grantsFailed} failure={failure} />}
      >
        {(grants) =>
          grants.map((grant) => (
            <GrantItem
              key={grant.id}
              grant={grant}
              owner={owner ?? ''}
              onGone={() => list.current?.focus({ preventScroll: true })}
            />
          ))
        }
      </ListView>
    </div>
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
          {grant.changed && <span className="text-[13px] text-warning">{texts.grantChanged}</span>}
        </p>
        <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
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
      <Button size="small" tone="danger" className="max-md:min-h-11" onClick={() => setAsking(true)}>
        <span>
          {texts.takeBack} <span className="sr-only">{grant.title}</span>
        </span>
      </Button>
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
