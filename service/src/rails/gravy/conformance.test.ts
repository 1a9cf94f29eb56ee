import { describeRail } from '../conformance/describe-rail.fixture.ts';
import { startGravy } from './driver.fixture.ts';

describeRail('Gr4vy', startGravy);
