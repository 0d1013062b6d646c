import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import { type Api, unwrap, useApi } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { DecisionButton, DecisionRow } from './decision-button.tsx'
import { openable } from './shown-call.ts'
import * as texts from './texts.ts'
import { ToolDecisions } from './tool-decisions.ts'
import { type DecisionState, problemOf } from './use-decision.ts'

/** The address is made when the person presses, and stands there whole before it is opened. */
export function SignIn(props: { part: ToolCallPart; host: string; decision: DecisionState }) {
  const { part, host, decision } = props
  const maker = useContext(ToolDecisions)
  const api = useApi()
  const begin = maker && (maker.signIn ?? signInAt(api))
  const { mutate, data, error, isPending } = useMutation({ mutationFn: async () => begin?.(part) })
  const address = openable(data ?? undefined)
  const problem = error ? problemOf(error) : data && !address ? texts.notAnAddress : undefined
  const canPrepare = decision.canDecide && !isPending
  return (
    <>
      <p className="text-15 leading-[1.6] text-soft">
        {`${texts.signInAt} `}
        <span className="font-mono text-sm wrap-anywhere text-text">{host}</span>
      </p>
      {address && (
        <p className="text-sm leading-[1.6] text-soft">
          {`${texts.opensHost} `}
          <span className="font-mono wrap-anywhere text-text">{address.host}</span>
          {`. ${texts.goesOnSignedIn}`}
        </p>
      )}
      {problem && (
        <p role="alert" className="text-sm text-warning">
          {problem}
        </p>
      )}
      <DecisionRow>
        {address && (
          <a
            href={address.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="button cut hairline button-primary"
          >
            {texts.openPage}
          </a>
        )}
        {begin && !address && (
          <Button tone="primary" aria-disabled={!canPrepare} onClick={() => canPrepare && mutate()}>
            {texts.signIn}
          </Button>
        )}
        <DecisionButton of={decision} decision={{ kind: 'refuse', words: '' }} tone="quiet">
          {texts.notNow}
        </DecisionButton>
      </DecisionRow>
    </>
  )
}

const signInAt = (api: Api) => async (part: ToolCallPart) => {
  const { status } = part
  const server = status.state === 'waiting' && status.wait.for === 'sign-in' && status.wait.server
  if (!server) return null
  return (await unwrap(api['mcp-servers'][':id']['sign-in'].$post({ param: { id: server } }))).url
}
