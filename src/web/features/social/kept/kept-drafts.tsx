import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import type { StoredBrief } from '../../../../shared/social.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { type MorePages, morePages } from '../../../lib/http/more-pages.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { briefListQuery } from '../api/briefs.ts'
import { listedBriefs } from '../desk/brief-pages.ts'
import { BriefItem, BriefSkeleton } from './brief-item.tsx'

/** How many placeholders stand for a list that is loading. */
const SKELETONS = 3

/** The drafts that a wallet has kept, to be gone on with. */
export function KeptDrafts(props: {
  /** The wallet of the session; undefined while it is not known. */
  viewer: string | null | undefined
  shown: string | null
  onDelete: (id: string) => Promise<void>
}) {
  const { viewer } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (id: string) => {
    heading.current?.focus({ preventScroll: true })
    void props.onDelete(id)
  }
  return (
    <section aria-labelledby="kept-drafts" className="min-w-0">
      <h2
        id="kept-drafts"
        ref={heading}
        tabIndex={-1}
        className="flex min-h-11 items-center text-lg leading-snug font-semibold outline-none"
      >
        Kept drafts
      </h2>
      {viewer === null ? <KeptForWallets /> : <Listed {...props} viewer={viewer} onDelete={remove} />}
    </section>
  )
}

function Listed(props: { viewer: string | undefined; shown: string | null; onDelete: (id: string) => void }) {
  const list = useBriefList(props.viewer)
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(list)}
      </p>
      {(list.state === 'loading' || list.state === 'full') && (
        <ul
          aria-label="Kept drafts"
          aria-busy={list.state === 'loading'}
          className="mt-2 divide-y divide-line"
        >
          {list.state === 'loading'
            ? Array.from({ length: SKELETONS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <BriefSkeleton key={index} />
              ))
            : list.briefs.map((brief) => (
                <BriefItem
                  key={brief.id}
                  brief={brief}
                  current={brief.id === props.shown}
                  onDelete={() => props.onDelete(brief.id)}
                />
              ))}
        </ul>
      )}
      {list.state === 'full' && list.more && (
        <LoadMore onLoad={list.more.load} loading={list.more.loading} problem={list.more.problem} />
      )}
      {list.state === 'empty' && (
        <Instead>Nothing yet. Drafts that you make are kept for your wallet alone.</Instead>
      )}
      {list.state === 'failed' && (
        <div role="alert">
          <Instead>
            <span>{`The kept drafts did not arrive. ${list.problem}`}</span>
            <Button size="small" className="max-md:min-h-11" onClick={list.retry}>
              Try again
            </Button>
          </Instead>
        </div>
      )}
    </>
  )
}

function KeptForWallets() {
  return (
    <Instead>
      <span>
        Drafts are kept for signed-in wallets. Yours stay in this tab until you connect one or close it.
      </span>
      <Button size="small" className="max-md:min-h-11" onClick={() => void requireSignIn()}>
        Connect
      </Button>
    </Instead>
  )
}

function Instead({ children }: { children: ReactNode }) {
  return <div className="grid max-w-[46ch] justify-items-start gap-4 py-2 text-sm text-soft">{children}</div>
}

/** What a screen reader hears when the list has changed. */
function announcement(list: BriefList): string {
  if (list.state === 'loading') return 'Loading kept drafts'
  if (list.state !== 'full') return ''
  const count = list.briefs.length
  return `${count} kept ${count === 1 ? 'brief' : 'briefs'}${list.more ? ' so far, and more below' : ''}.`
}

/** What stands where kept briefs are listed. */
type BriefList =
  | { state: 'loading' }
  | { state: 'failed'; problem: string; retry: () => void }
  | { state: 'empty' }
  | {
      state: 'full'
      briefs: StoredBrief[]
      more: MorePages | undefined
    }

/**
 * What a wallet has kept, last first.
 * @param viewer undefined while it is not known whose they would be
 */
function useBriefList(viewer: string | undefined): BriefList {
  const asked = useInfiniteQuery({
    ...briefListQuery(useApi(), viewer ?? ''),
    enabled: viewer !== undefined,
  })
  const { data, error } = asked
  const briefs = useMemo(() => listedBriefs(data?.pages ?? []), [data])
  if (!data)
    return error
      ? { state: 'failed', problem: explainError(error), retry: () => void asked.refetch() }
      : { state: 'loading' }
  if (briefs.length === 0 && !asked.hasNextPage) return { state: 'empty' }
  return { state: 'full', briefs, more: morePages(asked) }
}
