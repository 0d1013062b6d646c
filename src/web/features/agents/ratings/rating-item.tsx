import { useState } from 'react'
import { type Rating, ratingAnswerSchema } from '../../../../shared/agents/ratings.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { trustLimits } from '../../../../shared/trust/trust-limits.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { FormFoot } from '../../../blocks/form/form-foot.tsx'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { When } from '../../../blocks/list/facts.tsx'
import ReportButton from '../../../blocks/report/report-button.tsx'
import { unwrap, useApi, withSession } from '../../../lib/http/api.ts'
import { Link } from '../../../lib/router/router.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useRefreshRatings } from './ratings-query.ts'
import * as texts from './texts.ts'

/** What somebody wrote of an agent, and what its maker says to it. */
export function RatingItem(props: { agentId: string; rating: Rating; isOwn: boolean; mayAnswer: boolean }) {
  const { agentId, rating } = props
  const [answering, setAnswering] = useState(false)
  const name = rating.name ?? shortAddress(rating.wallet)
  const subject = { kind: 'rating' as const, subject: `${agentId}/${rating.wallet}` }
  return (
    <li className="grid gap-1.5 border-l-2 border-line-strong pl-3.5">
      <p className="flex flex-wrap items-baseline gap-x-2 text-13 text-muted">
        <span className={rating.up ? 'text-good' : 'text-warning'}>
          {rating.up ? texts.likes : texts.dislikes}
        </span>
        {rating.reason && <span>{texts.reasons[rating.reason]}</span>}
        <Link
          to={`/by/${rating.name ?? rating.wallet}`}
          className="inline-flex min-h-6 items-center text-soft underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <When at={rating.changedAt} />
        {rating.isBefore && <span>{texts.isBefore}</span>}
      </p>
      <p className="text-sm wrap-anywhere whitespace-pre-line text-soft">{rating.words}</p>
      {rating.answer !== null && (
        <div className="mt-1 grid gap-1 border-l-2 border-line pl-3">
          <p className="text-13 text-muted">{texts.makersAnswer}</p>
          <p className="text-sm wrap-anywhere whitespace-pre-line text-soft">{rating.answer}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        {props.mayAnswer && rating.answer === null && !answering && (
          <button
            type="button"
            aria-label={texts.answerTo(name)}
            className="min-h-8 text-13 text-cyan underline-offset-4 hover:underline max-md:min-h-11"
            onClick={() => setAnswering(true)}
          >
            {texts.answer}
          </button>
        )}
        {!props.isOwn && <ReportButton subject={subject} title={texts.wordsOf(name)} />}
      </div>
      {answering && rating.answer === null && (
        <AnswerForm agentId={agentId} rating={rating} onClose={() => setAnswering(false)} />
      )}
    </li>
  )
}

function AnswerForm(props: { agentId: string; rating: Rating; onClose: () => void }) {
  const { agentId, rating, onClose } = props
  const { wallet, words: to } = rating
  const api = useApi()
  const refresh = useRefreshRatings(agentId)
  const [values, setValues] = useState({ words: '' })
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: ['words'],
    max: { words: trustLimits.ratingWords },
    check: (now) => schemaErrors(ratingAnswerSchema.safeParse(now)),
    send: ({ words }) =>
      withSession(() =>
        unwrap(
          api.agents[':id'].ratings[':wallet'].answer.$put({
            param: { id: agentId, wallet },
            json: { words, to },
          }),
        ),
      ),
    onFailed: () => void refresh(),
    onSent: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <form {...form.props} className="grid gap-3">
      <TextField {...form.field('words')} label={texts.yourAnswer} hint={texts.answerHint} rows={2} />
      <FormNotice submission={form.submission} failed={texts.notAnswered} />
      <FormFoot busy={form.busy} send={texts.sendAnswer} sending={texts.saving} onCancel={onClose} />
    </form>
  )
}
