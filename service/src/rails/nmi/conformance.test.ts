import { describeRail } from '../conformance/describe-rail.fixture.ts';
import { startNmi } from './driver.fixture.ts';

describeRail('NMI', startNmi);
