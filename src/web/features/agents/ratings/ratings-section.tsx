import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RatingPage, RatingSummary } from '../../../../shared/agents/ratings.ts'
import { FailedNote } from '../../../blocks/list/instead.tsx'
import { listOf } from '../../../blocks/list/list-state.ts'
import { ListView } from '../../../blocks/list/list-view.tsx'
import { changeFocus } from '../../../lib/change-focus.ts'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { RatePanel } from './rate-panel.tsx'
import { RatingItem } from './rating-item.tsx'
import { ratingsQuery } from './ratings-query.ts'
import * as texts from './texts.ts'

/** What people who talked with an agent think of it, and where the viewer says so. */
export default function Ratings(props: { agentId: string; viewer: string | null }) {
  const { agentId, viewer } = props
  const asked = useInfiniteQuery(ratingsQuery(useApi(), agentId, viewer))
  const pages = asked.data?.pages ?? []
  const [first] = pages
  const list = listOf(
    asked,
    pages.flatMap(({ ratings }) => ratings),
  )
  return (
    <section className="grid gap-3.5 border-t border-line pt-4">
      <h3 className="label">{texts.title}</h3>
      {first && <Summary of={first.summary} />}
      {first && <Own page={first} agentId={agentId} />}
      <ListView
        list={list}
        as="ul"
        className="grid gap-3"
        words={{ loading: texts.loading, count: ({ length }) => texts.ratingsCount(length) }}
        loading={<li aria-hidden="true" className="skeleton h-10" />}
        empty={null}
        failed={(failure) => <FailedNote className="" what={texts.failed} failure={failure} />}
      >
        {(ratings) =>
          ratings.map((rating) => (
            <RatingItem
              key={rating.wallet}
              agentId={agentId}
              rating={rating}
              isOwn={rating.wallet === viewer}
              mayAnswer={first?.may === 'own'}
            />
          ))
        }
      </ListView>
    </section>
  )
}

function Summary({ of: { raters, before, likedBy } }: { of: RatingSummary }) {
  const line =
    raters === 0 ? texts.nobody : likedBy === null ? texts.early(raters) : texts.likedBy(likedBy, raters)
  return (
    <p className="text-sm text-pretty text-soft">
      {line} {before > 0 && texts.before(before, raters)}
    </p>
  )
}

/** Shown to whoever may rate, and to whoever may once they have talked with it. */
function Own({ page: { may, own }, agentId }: { page: RatingPage; agentId: string }) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const turn = (to: boolean) =>
    changeFocus(
      () => setOpen(to),
      () => place.current?.querySelector<HTMLElement>(to ? ':checked, [value="up"]' : 'button'),
    )
  if (may === 'talk_first' && !own) return <p className="text-13 text-muted">{texts.talkFirst}</p>
  if (may === 'own' || may === 'visitor') return null
  return (
    <div ref={place} className="grid gap-2.5">
      {own?.wordsAreDown && <p className="text-13 text-warning">{texts.wordsAreDown}</p>}
      {open ? (
        <RatePanel agentId={agentId} own={own} onClose={() => turn(false)} />
      ) : (
        <Button
          size="small"
          className="justify-self-start max-md:min-h-11"
          aria-expanded={false}
          onClick={() => turn(true)}
        >
          {own ? texts.changeRating : texts.rateIt}
        </Button>
      )}
    </div>
  )
}
