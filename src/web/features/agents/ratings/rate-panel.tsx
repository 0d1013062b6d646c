import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  newRatingSchema,
  type OwnRating,
  type RatingReason,
  ratingReasons,
} from '../../../../shared/agents/ratings.ts'
import { trustLimits } from '../../../../shared/trust/trust-limits.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { unwrap, useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { removeRating, useRefreshRatings } from './ratings-query.ts'
import * as texts from './texts.ts'

const max = { words: trustLimits.ratingWords }
const thumbs = [
  { value: 'up', label: texts.thumbs.up },
  { value: 'down', label: texts.thumbs.down },
] as const
const reasons = ratingReasons.map((value) => ({ value, label: texts.reasons[value] }))

interface Values {
  thumb: 'up' | 'down' | ''
  reason: RatingReason | ''
  words: string
}

const bodyOf = ({ thumb, reason, words }: Values) => ({
  up: thumb === 'up',
  reason: reason || null,
  words: words.trim(),
})

interface PanelProps {
  agentId: string
  own: OwnRating | null
  onClose: () => void
}

function useRating({ agentId, own, onClose }: PanelProps) {
  const api = useApi()
  const refresh = useRefreshRatings(agentId)
  const [values, setValues] = useState<Values>({
    thumb: own ? (own.up ? 'up' : 'down') : '',
    reason: own?.reason ?? '',
    words: own?.words ?? '',
  })
  const done = async (said: string) => {
    onClose()
    toast.success(said)
    await refresh()
  }
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: ['thumb', 'reason', 'words'],
    max,
    check: (now) => ({
      ...schemaErrors(newRatingSchema.safeParse(bodyOf(now))),
      ...(now.thumb === '' && { thumb: texts.chooseThumb }),
    }),
    send: (now) =>
      withSession(() => unwrap(api.agents[':id'].rating.$put({ param: { id: agentId }, json: bodyOf(now) }))),
    onSent: () => void done(texts.saved),
  })
  const remove = useMutation(removeRating(api, agentId, () => void done(texts.removed)))
  return { form, remove }
}

/** The viewer's rating of an agent. After an error what was typed stays. */
export function RatePanel(props: PanelProps) {
  const { own, onClose } = props
  const { form, remove } = useRating(props)
  return (
    <form {...form.props} className="grid gap-4 border border-line p-4">
      <ChoiceField {...form.field('thumb')} look="chips" label={texts.yourThumb} choices={thumbs} required />
      <ChoiceField {...form.field('reason')} look="chips" label={texts.why} choices={reasons} />
      <TextField {...form.field('words')} label={texts.words} hint={texts.wordsHint} rows={2} />
      <FormNotice submission={form.submission} failed={texts.notSaved} />
      {remove.error && (
        <Notice tone="bad" title={texts.notRemoved}>
          {explainError(remove.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          size="small"
          tone="primary"
          className="max-md:min-h-11"
          aria-disabled={form.busy}
        >
          {form.busy ? texts.saving : texts.save}
        </Button>
        <Button size="small" className="max-md:min-h-11" onClick={onClose}>
          {texts.cancel}
        </Button>
        {own && (
          <Button
            size="small"
            tone="quiet"
            className="max-md:min-h-11"
            aria-disabled={remove.isPending}
            onClick={() => remove.isPending || remove.mutate()}
          >
            {remove.isPending ? texts.removing : texts.remove}
          </Button>
        )}
      </div>
    </form>
  )
}
