import type { Server } from '../../http/serve.ts'
import { accessRoutes } from './access/access-routes.ts'
import { accountPauseRoutes } from './pauses/account-pause-routes.ts'
import { pauseListRoutes } from './pauses/pause-list-routes.ts'
import { workspacePauseRoutes } from './pauses/workspace-pause-routes.ts'
import { productionWorkspaceRoutes } from './production/production-workspace-routes.ts'
import { staffRecordRoutes } from './records/staff-record-routes.ts'
import { signupReportRoutes } from './reports/signup-report-routes.ts'
import { peopleRoutes } from './search/people-routes.ts'
import { type PersonReportServices, personReportRoutes } from './search/person-report-routes.ts'
import { staffSearchRoutes } from './search/staff-search-routes.ts'
import { workspaceReportRoutes } from './search/workspace-report-routes.ts'

/** Registers the routes of the staff wing. */
export function staffRoutes(server: Server, services: PersonReportServices): void {
  staffSearchRoutes(server, services)
  peopleRoutes(server, services)
  personReportRoutes(server, services)
  workspaceReportRoutes(server, services)
  accessRoutes(server, services)
  accountPauseRoutes(server, services)
  workspacePauseRoutes(server, services)
  pauseListRoutes(server, services)
  productionWorkspaceRoutes(server, services)
  staffRecordRoutes(server, services)
  signupReportRoutes(server, services)
}
