import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../lib/http/api.ts'
import { requireSignIn, signingIn } from '../../../lib/http/identity.ts'
import { currentViewer, useViewer } from '../../../lib/session/viewer.ts'
import { useDeleteRun } from '../api/use-delete-run.ts'
import type { ChooseAgents } from '../brief/agents-dialog.tsx'
import { BriefForm } from '../brief/brief-form.tsx'
import type { Brief } from '../brief/brief-values.ts'
import { useAgentsOfAddress } from '../brief/use-agents-of-address.ts'
import { useBeginRun } from '../brief/use-begin-run.ts'
import { useBrief } from '../brief/use-brief.ts'
import * as texts from '../texts.ts'
import { KeptRuns } from './kept-runs.tsx'

/** Decision 23: two to five agents at one task. A run has an address: a wallet's is kept, a visitor's for an hour. */
export function SwarmHub(props: { chooseAgents: ChooseAgents }) {
  const api = useApi()
  const client = useQueryClient()
  const viewer = useViewer()
  const { store, values } = useBrief(viewer)
  useAgentsOfAddress(store, viewer)
  const begin = useBeginRun(store)
  const { mutate: remove } = useDeleteRun(null)
  /** A run that is started while the signature is pending waits for it, so that it can be stored for the wallet. */
  const [waits, setWaits] = useState(false)
  const beginWhereKept = async (brief: Brief) => {
    const underway = signingIn()
    if (underway) {
      setWaits(true)
      await underway
      setWaits(false)
    }
    await begin(currentViewer(client, api), brief)
  }

  return (
    <div className="mt-6 grid grid-cols-1 items-start gap-9 lg:grid-cols-[minmax(0,1fr)_344px] lg:gap-6">
      <BriefForm
        store={store}
        values={values}
        viewer={viewer}
        chooseAgents={props.chooseAgents}
        hindrance={
          waits ? texts.waitingForWallet : viewer === undefined ? texts.lookingForSession : undefined
        }
        saving={viewer ? keptForYou : <KeptForAnHour />}
        begin={beginWhereKept}
      />
      <KeptRuns viewer={viewer} onDelete={(id) => remove({ id })} />
    </div>
  )
}

const keptForYou = texts.keptForYou

function KeptForAnHour() {
  return (
    <>
      {texts.keptAnHour}
      <button
        type="button"
        className="min-h-6 text-cyan underline-offset-4 hover:text-white hover:underline max-md:min-h-11"
        onClick={() => void requireSignIn()}
      >
        {texts.connectToKeep}
      </button>
    </>
  )
}
