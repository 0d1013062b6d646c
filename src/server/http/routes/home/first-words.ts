import type { Context } from 'hono'
import * as z from 'zod/mini'
import { Failure } from '../../../domain/failure.ts'
import { readForm } from '../../body.ts'
import type { AppEnv } from '../../context.ts'
import type { AnswerPage } from '../../pages/pages.ts'

const agentId = z.uuid()

/**
 * `POST /chat`: handles the home screen's form as a browser submits it without scripts, before the page is hydrated or
 * where scripts never run. The response is the chat page of the chosen agent with the text in it. Once hydrated, the
 * page sends the text and replaces its address with that of the chat, so that neither a reload nor Back sends it again.
 * Nothing is asked or stored here, and the text appears in no address and no log. Requests from pages of other sites
 * are refused earlier (`sameOriginWrites`).
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
