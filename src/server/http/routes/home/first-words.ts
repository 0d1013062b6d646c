import type { Context } from 'hono'
import * as z from 'zod/mini'
import { Failure } from '../../../domain/failure.ts'
import { readForm } from '../../body.ts'
import type { AppEnv } from '../../context.ts'
import type { AnswerPage } from '../../pages/pages.ts'

const agentId = z.uuid()

/**
 * `POST /chat`: the home screen's form, as a browser submits it without scripts. The response is the agent's chat page
 * with the text in it; once hydrated, it sends the text and replaces its address, so that neither a reload nor Back
 * sends it again. Nothing is stored here, and the text is in no address and no log. Other sites' pages are refused
 * earlier (`sameOriginWrites`).
 */
export function firstWordsPage(answerPage: AnswerPage) {
  return async (c: Context<AppEnv>) => {
    const form = await readForm(c)
    const agent = agentId.safeParse(form.get('agent'))
    if (!agent.success)
      throw new Failure('validation_failed', 'Choose who is to answer.', {
        errors: { agent: 'Choose who is to answer.' },
      })
    // A suggested question is a button of its own. A browser submits the line breaks of a form as CR LF.
    const words = (form.get('question') ?? form.get('words') ?? '').replaceAll('\r\n', '\n')
    return answerPage(c, `/chat/${agent.data}`, words)
  }
}
