import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type EnteredLore, editedLorebookSchema } from '../../../../shared/agents/own-persona.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { lengthOf } from '../../../../shared/text/plain-text.ts'
import { LoreReasons } from '../../../blocks/lore/lore-reasons.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { tryLore } from './persona-query.ts'
import { type PersonaValues, requestOf } from './persona-values.ts'
import * as texts from './texts.ts'

/** Shows what would enter from the lorebook as the form has it, without asking a model. */
export function TryLore({ agentId, values }: { agentId: string; values: PersonaValues }) {
  const api = useApi()
  const [text, setText] = useState('')
  const { mutate, data, error, isPending, variables } = useMutation<EnteredLore, Error, PersonaValues>({
    mutationFn: (from) =>
      tryLore(api, agentId, { lorebook: requestOf(from).lorebook ?? { entries: [] }, text }),
  })
  const isValid = editedLorebookSchema.safeParse(requestOf(values).lorebook ?? { entries: [] }).success
  if (values.entries.length === 0) return null
  return (
    <section aria-label={texts.tryLorebook} className="grid gap-4">
      <TextField
        name="try-lore"
        label={texts.tryLorebookText}
        hint={texts.tryLorebookAbout}
        rows={1}
        max={limits.chatMessage}
        value={text}
        error={isValid ? undefined : texts.lorebookFaulty}
        onChange={setText}
      />
      <Button
        size="small"
        className="justify-self-start max-md:min-h-11"
        aria-disabled={isPending || !isValid}
        onClick={() => !isPending && isValid && lengthOf(text) <= limits.chatMessage && mutate(values)}
      >
        {isPending ? texts.searching : texts.tryLorebookAction}
      </Button>
      {error && (
        <Notice tone="bad" title={texts.lorebookNotSearched}>
          {explainError(error)}
        </Notice>
      )}
      {data && (
        <div role="status">
          <LoreReasons lore={data} />
          {variables !== values && <p className="mt-2 text-sm text-muted">{texts.lorebookChangedSince}</p>}
        </div>
      )}
    </section>
  )
}
