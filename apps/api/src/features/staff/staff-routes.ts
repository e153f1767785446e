import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { staffAccountRoutes } from './accounts/staff-account-routes.ts'
import { pauseListRoutes } from './pauses/pause-list-routes.ts'
import { pauseRoutes } from './pauses/pause-routes.ts'
import { productionWorkspaceRoutes } from './production/production-workspace-routes.ts'
import { staffRecordRoutes } from './records/staff-record-routes.ts'
import { signupReportRoutes } from './reports/signup-report-routes.ts'
import { personReportRoutes } from './search/person-report-routes.ts'
import { staffSearchRoutes } from './search/staff-search-routes.ts'
import { workspaceReportRoutes } from './search/workspace-report-routes.ts'

/** Registers the routes of the staff wing. */
export function staffRoutes(server: Server, services: Services): void {
  staffSearchRoutes(server, services)
  personReportRoutes(server, services)
  workspaceReportRoutes(server, services)
  staffAccountRoutes(server, services)
  pauseRoutes(server, services)
  pauseListRoutes(server, services)
  productionWorkspaceRoutes(server, services)
  staffRecordRoutes(server, services)
  signupReportRoutes(server, services)
}
