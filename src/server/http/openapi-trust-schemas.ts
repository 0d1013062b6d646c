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

/** The names, in the description of the API, of what concerns the desk. */
export const trustSchemas = {
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
}
