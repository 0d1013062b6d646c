import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Handover } from '../../../shared/own-data/handovers.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { useCountdown } from '../../lib/hooks/use-countdown.ts'
import { unwrap, useApi } from '../../lib/http/api.ts'
import { confirmWithSignature } from '../../lib/http/confirm-with-signature.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { toast } from '../../ui/toast.ts'
import * as texts from '../texts.ts'
import { handoversKey, handoversQuery } from './handovers-query.ts'

/** @param props.onGone called when an offer goes with the button that had the focus */
export function OpenOffers({ owner, onGone }: { owner: string; onGone: () => void }) {
  const { data } = useQuery(handoversQuery(useApi(), owner))
  const all = [...(data?.offered ?? []), ...(data?.given ?? [])]
  if (all.length === 0) return null
  return (
    <ul aria-label={texts.openOffers} className="grid gap-3">
      {all.map((offer) => (
        <li key={offer.id} className="grid gap-3 border-l-2 border-violet bg-violet/8 px-4 py-3">
          <OpenOffer offer={offer} own={offer.giver === owner} onGone={onGone} />
        </li>
      ))}
    </ul>
  )
}

function OpenOffer({ offer, own, onGone }: { offer: Handover; own: boolean; onGone: () => void }) {
  const { taken, withdrawn } = useAnswers(offer, onGone)
  const problem = taken.data?.problem
  const what = offer.agent === null ? texts.everything : texts.agentNamed(offer.agent.name)
  const other = (
    <span className="display text-violet" title={own ? offer.taker : offer.giver}>
      {shortAddress(own ? offer.taker : offer.giver)}
    </span>
  )
  return (
    <>
      <div className="text-sm leading-relaxed text-soft">
        <p className="font-medium wrap-anywhere text-text">
          {own && texts.youOffer(what)} {other} {!own && texts.offersYou(what)}
        </p>
        <p>
          {own ? texts.howToTake : offer.agent === null ? texts.takesEverything : texts.takesAgent}
          <TimeLeft until={offer.until} />
        </p>
      </div>
      {problem && (
        <Notice tone="bad" title={texts.notTaken}>
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {!own && (
          <Button
            tone="wallet"
            size="small"
            className="max-md:min-h-11"
            aria-disabled={taken.isPending}
            onClick={() => taken.isPending || taken.mutate()}
          >
            {taken.isPending ? texts.waitingForWallet : texts.sign}
          </Button>
        )}
        <Button
          size="small"
          className="max-md:min-h-11"
          aria-disabled={withdrawn.isPending}
          onClick={() => withdrawn.isPending || withdrawn.mutate()}
        >
          {own ? texts.withdraw : texts.decline}
        </Button>
      </div>
    </>
  )
}

/** In minutes, and in seconds within the last minute. */
function TimeLeft({ until }: { until: string }) {
  const [end] = useState(() => new Date(until))
  const seconds = Math.max(0, Math.ceil((end.getTime() - useCountdown(end).getTime()) / 1_000))
  if (seconds === 0) return texts.offerOver
  return texts.offerOpen(seconds)
}

function useAnswers({ id, giver, agent }: Handover, onGone: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const askAgain = () => client.invalidateQueries({ queryKey: handoversKey })
  const taken = useMutation({
    mutationFn: async (): Promise<{ problem: string } | null> => {
      const signed = await confirmWithSignature({
        action: 'take-over',
        from: giver,
        agentId: agent?.id ?? null,
      })
      if (signed.state === 'declined') return { problem: texts.notSigned }
      if (signed.state === 'failed') return signed
      try {
        await unwrap(api.me.handovers[':id'].take.$post({ param: { id } }, { headers: signed.headers }))
      } catch (error) {
        return { problem: explainError(error) }
      }
      toast.success(agent === null ? texts.allYours : texts.agentYours(agent.name))
      onGone()
      // The wallet's lists have changed.
      await client.invalidateQueries()
      return null
    },
  })
  const withdrawn = useMutation({
    mutationFn: () => unwrap(api.me.handovers[':id'].$delete({ param: { id } })),
    onSuccess: onGone,
    onError: (error) => toast.error(texts.notWithdrawn(explainError(error))),
    onSettled: askAgain,
  })
  return { taken, withdrawn }
}
