import type { Db } from '../../db/connect/connect.ts'
import { findRun } from '../../db/swarm/swarm-runs.ts'
import {
  closeDeadTurns,
  listAwaitingRuns,
  stepRun,
  storeTurnEnd,
  takeAgain,
} from '../../db/swarm/swarm-turns.ts'
import {
  changeEndedTurn,
  listRunningSeats,
  listStrandedTurns,
  listWaitingTurns,
  takeUpTurn,
  turnStanding,
} from '../../db/swarm/waiting-turns.ts'
import {
  addPhase,
  deletableRuns,
  dropSeat,
  insertRun,
  setShared,
  wantRunStop,
} from '../../db/swarm/write-runs.ts'
import { runningIn } from '../../db/turns/running-turns.ts'
import type { RunStore } from './run-store.ts'

export function storedRuns(db: Db): RunStore {
  return {
    walletOf: (owner) => owner,
    insert: (run) => insertRun(db, run),
    find: (id) => findRun(db, id),
    setShared: (of, shared) => setShared(db, of, shared),
    wantStop: (of) => wantRunStop(db, of),
    dropSeat: (of, seat) => dropSeat(db, of, seat),
    listRunningSeats: (id) => listRunningSeats(db, id),
    addPhase: (of, phase, now) => addPhase(db, of, phase, now),
    takeAgain: (of, now) => takeAgain(db, of, now),
    deletable: deletableRuns,
    step: (id, by, decide) => stepRun(db, id, by, decide),
    listAwaiting: () => listAwaitingRuns(db),
    running: runningIn(db, 'run'),
    storeEnd: (server, place, end) => storeTurnEnd(db, server, place, end),
    closeDead: (dead) => closeDeadTurns(db, dead),
    waiting: {
      change: (place, change) => changeEndedTurn(db, place, change),
      list: (runId) => listWaitingTurns(db, runId),
      listStranded: () => listStrandedTurns(db),
      standing: (place) => turnStanding(db, place),
      takeUp: (place, server) => takeUpTurn(db, place, server),
    },
  }
}
