import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { differences } from '../../../../shared/agents/manifest.ts'
import type { AgentManifestView } from '../../../../shared/agents/signed-version.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { checkVersion, placeOf } from './check-version.ts'
import { Credits } from './credits.tsx'
import { MakeCopy } from './make-copy.tsx'
import { manifestQuery } from './manifest-query.ts'
import { OwnersPart } from './owners-part.tsx'
import { signVersion } from './sign-version.ts'
import * as texts from './texts.ts'

/** Who signed an agent and what it is a copy of; for its owner what they can do about both. */
export default function Provenance({ agent, viewer }: { agent: Agent; viewer: string | null }) {
  const { data } = useQuery(manifestQuery(useApi(), agent.id, viewer))
  if (!data) return null
  const own = viewer === agent.owner
  return (
    <section className="grid gap-4 border-t border-line pt-4 text-sm text-soft">
      <h3 className="label">{texts.section}</h3>
      <Signature agent={agent} view={data} />
      {data.elsewhere?.signed && <BroughtSigned agent={agent} signed={data.elsewhere.signed} />}
      <Credits view={data} />
      {own && data.state !== 'draft' && data.state !== 'signed' && <Sign agent={agent} />}
      {own && <OwnersPart agent={agent} view={data} />}
      {!own && agent.isPublic && agent.allowsCopies && <MakeCopy agent={agent} />}
    </section>
  )
}

function Signature({ agent, view }: { agent: Agent; view: AgentManifestView }) {
  const { state, signed, chain } = view
  if (!signed) return <p>{state === 'draft' ? texts.draft : texts.unsigned}</p>
  const at = chain.find(({ hash }) => hash === signed.hash)?.signedAt ?? ''
  const who = shortAddress(signed.signer)
  return (
    <div className="grid gap-1">
      <p title={signed.signer}>
        {texts.signedBy(who, at)}
        {signed.signer !== agent.owner && ` ${texts.formerOwner(who)}`}
      </p>
      {state === 'changed' ? <p>{texts.changed}</p> : <Check agent={agent} view={view} />}
      <p className="font-mono text-13 text-muted" title={view.hash}>
        {texts.version(view.hash)}
      </p>
    </div>
  )
}

function Check({ agent, view }: { agent: Agent; view: AgentManifestView }) {
  const { data } = useQuery({
    queryKey: ['checked version', view.hash, view.signed?.signature, agent],
    queryFn: () => checkVersion(view, agent),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return <p role="status">{data ? checkedWords[data] : texts.checking}</p>
}

const checkedWords: Record<Awaited<ReturnType<typeof checkVersion>>, ReactNode> = {
  verified: <span className="text-cyan">{texts.verified}</span>,
  'not verified': texts.notVerified,
  'not checked': texts.cannotCheck,
}

function BroughtSigned(props: {
  agent: Agent
  signed: NonNullable<NonNullable<AgentManifestView['elsewhere']>['signed']>
}) {
  const { agent, signed } = props
  const { data } = useQuery({
    queryKey: ['signed elsewhere', agent.id, signed.signature],
    queryFn: () => placeOf(signed),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return null
  return (
    <p title={signed.signer}>
      {texts.signedElsewhere(shortAddress(signed.signer), new URL(data.place).host)}{' '}
      {differences(signed.manifest, agent).length > 0 && texts.changedSinceBrought}
    </p>
  )
}

function Sign({ agent }: { agent: Agent }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const signing = useMutation({ mutationFn: () => signVersion({ api, queryClient, agent }) })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        size="small"
        className="max-md:min-h-11"
        aria-disabled={signing.isPending}
        onClick={() => signing.isPending || signing.mutate()}
      >
        {signing.isPending ? texts.signing : texts.sign}
      </Button>
      <p className="min-w-0 flex-1 basis-44 text-13 text-muted">{texts.signHint}</p>
    </div>
  )
}
