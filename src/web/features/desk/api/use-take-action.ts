import { useState } from 'react'
import type { NewAction } from '../../../../shared/trust/desk.ts'
import { deskActText, needsSignature } from '../../../../shared/trust/desk-act.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { confirmWithSignature } from '../../../lib/http/confirm-with-signature.ts'
import { sha256 } from '../../../lib/sha256.ts'
import * as texts from '../texts.ts'

/** Takes an action on a case; one of weight once the operator's wallet has signed exactly that action. */
export function useTakeAction(id: string) {
  const api = useApi()
  const [notSigned, setNotSigned] = useState<string>(texts.notSigned)

  /** Null if the wallet did not sign; `notSigned` says why. */
  async function take(action: NewAction) {
    let headers = {}
    if (needsSignature(action)) {
      if (!window.isSecureContext) {
        setNotSigned(texts.needsHttps)
        return null
      }
      const act = await sha256(deskActText({ case: id }, action), crypto.subtle)
      const signed = await confirmWithSignature({ action: 'desk-act', act })
      if (signed.state !== 'signed') {
        setNotSigned(signed.state === 'failed' ? signed.problem : texts.notSigned)
        return null
      }
      headers = signed.headers
    }
    return unwrap(api.desk.cases[':id'].actions.$post({ param: { id }, json: action }, { headers }))
  }

  return { take, notSigned }
}
