import {
  newRatingSchema,
  ownRatingSchema,
  ratingAnswerSchema,
  ratingPageSchema,
  ratingSchema,
} from '../../shared/agents/ratings.ts'
import {
  agentManifestSchema,
  storedManifestSchema,
  versionProofSchema,
} from '../../shared/agents/signed-version.ts'
import {
  publishedKeysSchema,
  receiptSchema,
  waitingReceiptSchema,
} from '../../shared/receipts/receipt-schemas.ts'
import {
  deskActedSchema,
  deskCasePageSchema,
  deskCaseSchema,
  deskPageSchema,
  deskSchema,
  logPageSchema,
  newActionSchema,
  newObjectionSchema,
  shownLogRowSchema,
  statementSchema,
  statementsSchema,
  trustFiguresSchema,
} from '../../shared/trust/desk.ts'
import { newReportSchema, ownReportSchema, ownReportsSchema } from '../../shared/trust/reports.ts'
import { placeRulesSchema } from '../../shared/trust/rules.ts'

/** The names, in the description of the API, of what keeps the place one that can be trusted. */
export const trustSchemas = {
  PlaceRules: placeRulesSchema,
  AgentManifest: agentManifestSchema,
  StoredManifest: storedManifestSchema,
  VersionProof: versionProofSchema,
  NewReport: newReportSchema,
  OwnReport: ownReportSchema,
  OwnReports: ownReportsSchema,
  NewRating: newRatingSchema,
  OwnRating: ownRatingSchema,
  Rating: ratingSchema,
  RatingAnswer: ratingAnswerSchema,
  RatingPage: ratingPageSchema,
  Desk: deskSchema,
  DeskCase: deskCaseSchema,
  DeskPage: deskPageSchema,
  DeskCasePage: deskCasePageSchema,
  NewDeskAction: newActionSchema,
  DeskActed: deskActedSchema,
  DeskLogRow: shownLogRowSchema,
  DeskLogPage: logPageSchema,
  Statement: statementSchema,
  Statements: statementsSchema,
  NewObjection: newObjectionSchema,
  TrustFigures: trustFiguresSchema,
  Receipt: receiptSchema,
  WaitingReceipt: waitingReceiptSchema,
  ReceiptKeys: publishedKeysSchema,
}
